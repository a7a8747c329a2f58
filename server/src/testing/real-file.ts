import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

export const realPath = (name: string): string =>
  fileURLToPath(new URL(`real-files/${name}`, import.meta.url))

export const realFile = (name: string): Promise<Buffer> => readFile(realPath(name))
