import { once } from 'node:events'
import { SMTPServer } from 'smtp-server'

type Answer = 'take' | 'say nothing' | { code: number; words: string }

/** A local mail server and what it received. `answerTo` decides its response to an email to an address. */
export type TestSmtp = {
  url: string
  received: string[]
  answerTo: (address: string) => Answer
  greets: boolean
  connections: number
  close(): Promise<void>
}

const refusal = ({ code, words }: { code: number; words: string }) =>
  Object.assign(new Error(words), { responseCode: code })

const silenceMs = 500

/** Starts one on a free port, or on `port`. Instead of saying nothing for ever it hangs up after half a second. */
export async function smtpForTests(port = 0): Promise<TestSmtp> {
  const smtp: TestSmtp = {
    url: '',
    received: [],
    answerTo: () => 'take',
    greets: true,
    connections: 0,
    async close() {
      const closed = once(server, 'close')
      server.close()
      for (const connection of server.connections) connection.close()
      await closed
    },
  }
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    closeTimeout: 100,
    onConnect(_session, done) {
      smtp.connections += 1
      if (smtp.greets) done()
    },
    onRcptTo({ address }, _session, done) {
      const answer = smtp.answerTo(address)
      done(typeof answer === 'object' ? refusal(answer) : null)
    },
    onData(stream, { id, envelope }, done) {
      let email = ''
      stream.setEncoding('utf8')
      stream.on('data', (part: string) => void (email += part))
      stream.on('end', () => {
        smtp.received.push(email)
        const [to] = envelope.rcptTo
        if (smtp.answerTo(to?.address ?? '') === 'say nothing') hangUp(id)
        else done()
      })
    },
  })
  const hangUp = (id: string) =>
    setTimeout(() => {
      for (const connection of server.connections) if (connection.session.id === id) connection.close()
    }, silenceMs)
  server.on('error', () => {})
  server.listen(port, '127.0.0.1')
  await once(server.server, 'listening')
  const bound = server.server.address()
  const at = bound !== null && typeof bound === 'object' ? bound.port : port
  smtp.url = `smtp://127.0.0.1:${at}?greetingTimeout=5000`
  return smtp
}
