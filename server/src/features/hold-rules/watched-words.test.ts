import { expect, it } from 'vitest'
import { isWatchable, watcher, withoutRepetitions } from './watched-words.ts'

const list = ['Café', 'free money', 'ass', 'straße', '🍆', '殺す', 'c++', 'किताब']

it.each([
  ['a CAFE here', ['Café']],
  ['ca\u200bf\u00adé', ['Café']],
  ['cafe\u0301!', ['Café']],
  ['ｆｒｅｅ, MONEY', ['free money']],
  ['free\n\nmoney', ['free money']],
  ['Strasse', ['straße']],
  ['class, assist, cafes', []],
  ['free the money', []],
  ['x🍆🏽y', ['🍆']],
  ['お前を殺すぞ', ['殺す']],
  ['C', ['c++']],
  ['किताब', ['किताब']],
  ['कित', []],
  ['\u200b\u200b', []],
])('finds whole words in %j, without case and accents: %j [HOLD-1]', (text, found) => {
  expect(watcher(list)(text)).toEqual(found)
})

it('takes regular expressions literally, and knows what has nothing to look for [HOLD-1]', () => {
  expect(watcher(['.*', '(a+)+$', '[x]'])('aaaa b x')).toEqual(['[x]'])
  expect(['.*', '\u200b!', '—'].map(isWatchable)).toEqual([false, false, false])
  expect(withoutRepetitions(['Cafe', 'café', 'CAFÉ!', 'tea'])).toEqual(['Cafe', 'tea'])
})
