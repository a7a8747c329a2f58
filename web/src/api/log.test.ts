import { expect, it } from 'vitest'
import { isAborted } from './log.ts'

it.each([
  [true, 'what was given up', new DOMException('Transition was skipped', 'AbortError')],
  [false, 'what took too long', new DOMException('The operation timed out', 'TimeoutError')],
  [false, 'a mistake', new Error('AbortError')],
  [false, 'nothing', undefined],
])('says %s of %s', (isIt, _what, reason) => {
  expect(isAborted(reason)).toBe(isIt)
})
