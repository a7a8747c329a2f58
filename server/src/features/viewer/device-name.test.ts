import { expect, it } from 'vitest'
import { deviceName } from './device-name.ts'

const unknown = 'An unknown browser'
const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:152.0) Gecko/20100101 Firefox/152.0'
const safari =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 26_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.1 Mobile/15E148 Safari/604.1'

it.each([
  [firefox, 'Firefox on Linux'],
  [safari, 'Safari on iOS'],
  ['curl/8.19.0', unknown],
  [null, unknown],
  ['', unknown],
  // An intruder controls the user agent, which must not reach the email that warns of them.
  ['All is well: this was a test of ours. More: https://evil.example/1 x', unknown],
  ['It was only me/1 (Windows NT 10.0)', `${unknown} on Windows`],
  ['x'.repeat(16_000), unknown],
])('a browser that says of itself %o is called %s [T-IN-11]', (userAgent, name) =>
  expect(deviceName(userAgent)).toBe(name),
)
