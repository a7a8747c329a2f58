import { expect, it } from 'vitest'
import { isOwnOrigin } from './same-site.ts'

const overHttps = 'https://club.example'
const overHttp = 'http://localhost:3000'

it.each([
  ['https://club.example', 'club.example', overHttps, true],
  // By another name that leads here, as where the proxy passes the one that was asked for.
  ['https://www.club.example', 'www.club.example', overHttps, true],
  ['https://club.example', '10.0.0.5:3000', overHttps, true],
  // Anyone on the network path can write a page of http: for an https site it is another site's.
  ['http://club.example', 'club.example', overHttps, false],
  ['http://www.club.example', 'www.club.example', overHttps, false],
  // In a home network without certificates, and behind a proxy of which nothing was said.
  ['http://192.168.1.5:3000', '192.168.1.5:3000', overHttp, true],
  ['https://club.example', 'club.example', overHttp, true],
  ['https://elsewhere.example', 'club.example', overHttps, false],
  ['https://club.example:8443', 'club.example', overHttps, false],
  ['null', 'club.example', overHttps, false],
  ['', 'club.example', overHttps, false],
  ['file://', undefined, overHttps, false],
] as const)(
  'a page of %s, asking %s of the site %s: ours is %s [T-CS-01, T-WS-01]',
  (origin, host, url, isOurs) => expect(isOwnOrigin(origin, host, { url })).toBe(isOurs),
)
