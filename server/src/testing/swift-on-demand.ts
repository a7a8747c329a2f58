import { once } from 'node:events'
import { createServer } from 'node:http'
import type { TestProject } from 'vitest/node'
import { openSwift } from './swift-for-tests.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Responds with the SwiftSettings of the server that all tests of this run share. */
    swiftDesk: string
  }
}

/** Runs once. The first test that needs a bucket starts the S3-compatible server of this run. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  let swift: ReturnType<typeof openSwift> | undefined
  const desk = createServer((_request, answer) => {
    swift ??= openSwift()
    swift.then(
      ({ settings }) => answer.end(JSON.stringify(settings)),
      (error: unknown) => answer.writeHead(503).end(String(error)),
    )
  }).listen(0, '127.0.0.1')
  await once(desk, 'listening')
  const address = desk.address()
  project.provide('swiftDesk', `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`)
  return async () => {
    desk.closeAllConnections()
    await once(desk.close(), 'close')
    await (await swift?.catch(() => undefined))?.close()
  }
}
