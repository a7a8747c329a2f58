import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { type DrawingOrder, isDrawingDone } from './drawing-order.ts'

const childFile = fileURLToPath(new URL('drawing-child.ts', import.meta.url))

export type Studio = {
  /** Draws a picture into a file; throws when that fails. */
  draw(order: DrawingOrder): Promise<void>
  close(): void
}

/** Draws in a process of its own: drawing takes hundreds of megabytes that a server would never give back. */
export function openStudio(): Studio {
  const child = fork(childFile, [], { env: {}, execArgv: [], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  const ended = new Promise<never>((_resolve, reject) => {
    child.once('exit', () => reject(new Error('the drawing process ended')))
    child.once('error', reject)
  })
  ended.catch(() => undefined)
  return {
    async draw(order) {
      const done = new Promise<void>((resolve, reject) => {
        const hear = (message: unknown) => {
          if (!isDrawingDone(message) || message.path !== order.path) return
          child.off('message', hear)
          if (message.problem) reject(new Error(message.problem))
          else resolve()
        }
        child.on('message', hear)
      })
      child.send(order)
      await Promise.race([done, ended])
    },
    close: () => void child.kill('SIGKILL'),
  }
}
