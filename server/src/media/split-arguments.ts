export const splitArguments = (line: string): string[] => line.split(' ')
