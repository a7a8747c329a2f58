import { createHmac, timingSafeEqual } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import { text } from 'node:stream/consumers'

const { WEBHOOK_SECRET, BOT_TOKEN, GUILD_ID, ROLE_ID, DISCORD_IDS = '{}', PORT = '8080' } = process.env
const { DISCORD_URL = 'https://discord.com/api/v10' } = process.env
if (!WEBHOOK_SECRET || !BOT_TOKEN || !GUILD_ID || !ROLE_ID)
  throw new Error('Set WEBHOOK_SECRET, BOT_TOKEN, GUILD_ID, ROLE_ID and DISCORD_IDS.')

const key = Buffer.from(WEBHOOK_SECRET.replace('whsec_', ''), 'base64')

/** Discord user ids by email address in lower case. */
const discordIds: Record<string, string> = JSON.parse(DISCORD_IDS)

/** Whether a request comes from the club, and is at most five minutes old. */
function isSigned(headers: IncomingHttpHeaders, body: string): boolean {
  const id = String(headers['webhook-id'])
  const timestamp = Number(headers['webhook-timestamp'])
  if (!(Math.abs(Date.now() / 1000 - timestamp) < 300)) return false
  const expected = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest()
  // For a day after a change of the secret there are two signatures.
  return String(headers['webhook-signature'])
    .split(' ')
    .some((signature) => {
      const given = Buffer.from(signature.replace('v1,', ''), 'base64')
      return given.length === expected.length && timingSafeEqual(given, expected)
    })
}

/** Gives the role to a member who joins and takes it from one who leaves. Both can be repeated without harm. */
async function setRole(method: 'PUT' | 'DELETE', userId: string): Promise<void> {
  const response = await fetch(`${DISCORD_URL}/guilds/${GUILD_ID}/members/${userId}/roles/${ROLE_ID}`, {
    method,
    headers: { authorization: `Bot ${BOT_TOKEN}` },
  })
  // 404: this person is not on the Discord server.
  if (!response.ok && response.status !== 404) throw new Error(`Discord responded with ${response.status}.`)
}

/** Returns 204 when an event is done, and 401 to strangers. Throws so that the club sends the event again. */
async function handle(headers: IncomingHttpHeaders, body: string): Promise<number> {
  if (!isSigned(headers, body)) return 401
  const { type, data } = JSON.parse(body)
  const userId = discordIds[data.email]
  if (userId && type === 'member.joined') await setRole('PUT', userId)
  if (userId && type === 'member.left') await setRole('DELETE', userId)
  return 204
}

const server = createServer((request, response) => {
  void text(request)
    .then((body) => handle(request.headers, body))
    .catch((error: unknown) => {
      process.stderr.write(`${String(error)}\n`)
      return 500
    })
    .then((status) => response.writeHead(status).end())
})
server.listen(Number(PORT), () => process.stdout.write(`Listening at ${JSON.stringify(server.address())}\n`))
