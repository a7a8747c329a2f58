/** Splits a command line without quotes. */
export const splitArguments = (line: string): string[] => line.split(' ')
