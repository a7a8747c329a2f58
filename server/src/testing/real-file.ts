import { readFile } from 'node:fs/promises'

/** A file written by a phone, browser or recorder. */
export const realFile = (name: string): Promise<Buffer> =>
  readFile(new URL(`real-files/${name}`, import.meta.url))
