import { once } from 'node:events'
import { mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { SMTPServer } from 'smtp-server'
import { bucketEnvironment, newBucket } from './new-bucket.ts'

type Engines = {
  env: Record<string, string>
  close(): Promise<void>
}

/**
 * With TEST_ENGINES=production a club stores media in a bucket and sends emails to a mail server, unless its test says
 * otherwise. That server writes what it receives to `folder`.
 */
export async function openEngines(folder: string, asked: Record<string, string>): Promise<Engines> {
  if (process.env['TEST_ENGINES'] !== 'production') return { env: {}, close: async () => {} }
  const smtp = asked['SMTP_URL'] === undefined ? await openMailServer(join(folder, 'outbox')) : null
  const hasOwnPlace = asked['S3_BUCKET'] !== undefined || asked['MEDIA_ACCEL_PREFIX'] !== undefined
  return {
    env: {
      ...(smtp ? { SMTP_URL: smtp.url } : {}),
      ...(hasOwnPlace ? {} : bucketEnvironment(await newBucket())),
    },
    close: async () => smtp?.close(),
  }
}

async function openMailServer(outbox: string) {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    closeTimeout: 100,
    onData: (stream, _session, done) => void take(stream, outbox, done),
  })
  server.on('error', () => {})
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const bound = server.server.address()
  return {
    url: `smtp://127.0.0.1:${bound !== null && typeof bound === 'object' ? bound.port : 0}`,
    async close() {
      const closed = once(server, 'close')
      server.close()
      for (const connection of server.connections) connection.close()
      await closed
    },
  }
}

async function take(stream: Readable, outbox: string, done: (problem?: Error) => void) {
  try {
    await keep(outbox, (await text(stream)).replaceAll('\r\n', '\n'))
    done()
  } catch (error) {
    done(error instanceof Error ? error : new Error(String(error)))
  }
}

async function keep(outbox: string, email: string) {
  const id = /^Message-ID: <([^@]+)@/m.exec(email)?.[1]
  if (!id) throw new Error('an email has no Message-ID')
  await mkdir(outbox, { recursive: true, mode: 0o700 })
  await writeFile(join(outbox, `${id}.part`), email)
  await rename(join(outbox, `${id}.part`), join(outbox, `${id}.eml`))
}
