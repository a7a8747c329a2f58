import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const site = fileURLToPath(new URL('../main.ts', import.meta.url))

const longestMs = 180_000

/** Starts the site where it must fail; returns its exit code and standard error. */
export const startInVain = (dataDir: string, more: Record<string, string> = {}) =>
  new Promise<{ code: number; said: string }>((resolve) => {
    const env = { PATH: process.env['PATH'], DATA_DIR: dataDir, PORT: '0', ...more }
    execFile(process.execPath, [site], { env, timeout: longestMs }, (error, _stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, said: stderr }),
    )
  })
