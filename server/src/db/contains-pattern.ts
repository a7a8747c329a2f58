/** A LIKE pattern for texts that contain `search`. Escapes `%`, `_` and `\`. */
export const containsPattern = (search: string) => `%${search.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`
