import { expect, it } from 'vitest'
import { engagementLook, lengthText, nameOfPost } from './reach-text.ts'

it('rates engagement: high from 5.0, fair from 2.0, otherwise low [CAN-1]', () => {
  const looks = [12.34, 5, 4.9, 2, 1.9, 0].map((value) => {
    const look = engagementLook(value)
    return [look?.shown, look?.word, look?.colour]
  })
  expect(looks).toEqual([
    ['12.3%', 'High', 'text-turf'],
    ['5.0%', 'High', 'text-turf'],
    ['4.9%', 'Fair', 'text-caution'],
    ['2.0%', 'Fair', 'text-caution'],
    ['1.9%', 'Low', 'text-dismissal'],
    ['0.0%', 'Low', 'text-dismissal'],
  ])
  expect(engagementLook(null)).toBeNull()
})

it('formats durations [CAN-1]', () => {
  expect([0, 59, 60, 200, 3600, 4320, 3_600_000].map(lengthText)).toEqual([
    '0 s',
    '59 s',
    '1 min',
    '3 min 20 s',
    '1 h 0 min',
    '1 h 12 min',
    '1,000 h 0 min',
  ])
})

it('names posts without a title or text [CAN-1]', () => {
  const post = { title: null, excerpt: '', mediaType: 'video' as const }
  expect([
    nameOfPost({ ...post, title: 'Kick-off' }),
    nameOfPost({ ...post, excerpt: ' How it began' }),
    nameOfPost(post),
  ]).toEqual(['Kick-off', 'How it began', 'Video without a title'])
})
