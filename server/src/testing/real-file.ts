import { readFile } from 'node:fs/promises'

/** A file as phones, browsers and recorders write it. */
export const realFile = (name: string): Promise<Buffer> =>
  readFile(new URL(`real-files/${name}`, import.meta.url))
