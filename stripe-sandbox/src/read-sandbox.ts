import { toApiRequest } from '#api/exchange.ts'
import { createFaults } from '#api/faults.ts'
import { createSecretApi } from '#api/secret-api.ts'
import { aheadMs, openStore } from '#engine/store.ts'
import { createWorld } from '#engine/world.ts'

export type SandboxReader = {
  secretKey: string
  /** A read-only secret-key API: everything but GET is rejected. */
  secret(request: Request): Promise<Response>
  close(): void
}

const nothing = () => {}

/** Writes nothing, even while another process uses the file. Throws for a file of another version. */
export function readSandbox(file: string): SandboxReader {
  const store = openStore(file, { readOnly: true })
  const secretKey = store.fact('secret_key')
  if (!secretKey) {
    store.close()
    throw new Error(`${file} holds no sandbox.`)
  }
  const parts = {
    store,
    nowMs: () => Date.now() + aheadMs(store),
    publicUrl: () => '',
    announced: nothing,
    advancing: nothing,
  }
  const answer = createSecretApi(createWorld(parts), secretKey, createFaults())
  return {
    secretKey,
    async secret(request) {
      if (request.method !== 'GET')
        return Response.json(
          { error: { type: 'invalid_request_error', message: 'This sandbox is open for reading only.' } },
          { status: 405 },
        )
      const { status, headers, body } = await answer(await toApiRequest(request))
      return new Response(body, { status, headers })
    },
    close: () => store.close(),
  }
}
