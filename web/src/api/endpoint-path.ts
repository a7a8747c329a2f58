/**
 * An endpoint written out. The contract's own objects bring every schema and the validator into pages that are to be
 * light and validate nothing; a test beside those who use this holds them to the contract.
 */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the tests compare them
export const endpointPath = (method: string, path: string) => ({ method, path }) as never
