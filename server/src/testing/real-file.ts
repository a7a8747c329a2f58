import { readFile } from 'node:fs/promises'

export const realFile = (name: string): Promise<Buffer> =>
  readFile(new URL(`real-files/${name}`, import.meta.url))
