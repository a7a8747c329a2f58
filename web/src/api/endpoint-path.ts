/**
 * An endpoint written as method and path. Importing the contract's objects would bundle the schemas and the validator into
 * lean pages. A test next to each use compares it with the contract.
 */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the tests compare them
export const endpointPath = (method: string, path: string) => ({ method, path }) as never
