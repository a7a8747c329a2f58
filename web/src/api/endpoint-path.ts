/**
 * An endpoint without the contract's schemas, which would add the validator to lean pages; tests compare
 * both.
 */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the tests compare them
export const endpointPath = (method: string, path: string) => ({ method, path }) as never
