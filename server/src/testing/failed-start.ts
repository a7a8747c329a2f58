import { execFile } from 'node:child_process'
import { serverProgram } from '#program.mjs'
import { programEnv } from './run-command.ts'

const longestMs = 180_000

/** Starts the site where it must fail; returns its exit code and standard error. */
export const startInVain = (dataDir: string, more: Record<string, string> = {}) =>
  new Promise<{ code: number; said: string }>((resolve) => {
    const env = programEnv({ DATA_DIR: dataDir, PORT: '0', ...more })
    execFile(process.execPath, serverProgram, { env, timeout: longestMs }, (error, _stdout, stderr) =>
      resolve({ code: error ? Number(error.code) : 0, said: stderr }),
    )
  })
