import { expect, it } from 'vitest'
import { problemOfAvatar } from './avatar-section.tsx'

const megabyte = 1024 * 1024

it('accepts pictures of up to 5 MB and explains other refusals [PROF-3]', () => {
  expect(problemOfAvatar({ type: 'image/png', size: 5 * megabyte })).toBeNull()
  expect(problemOfAvatar({ type: 'image/png', size: 5 * megabyte + 1 })).toEqual({
    title: 'File Too Large',
    description: 'Please select an image smaller than 5MB.',
  })
  for (const type of ['video/mp4', 'application/pdf', 'text/html', ''])
    expect(problemOfAvatar({ type, size: 9 * megabyte })).toEqual({
      title: 'Invalid File Type',
      description: 'Please select an image file.',
    })
})
