import { expect, it } from 'vitest'
import { picturePreload } from './head.ts'

it('preloads the first picture in the format that the server prefers [FRONT-5]', () => {
  const sources = [
    { url: '/media/1/640-avif', width: 640, mimeType: 'image/avif' },
    { url: '/media/1/640', width: 640, mimeType: 'image/webp' },
  ]
  expect(picturePreload({ sources, sizes: '50vw' })).toBe(
    '<link rel="preload" as="image" type="image/avif" imagesrcset="/media/1/640-avif 640w" imagesizes="50vw" fetchpriority="high" />',
  )
  expect(picturePreload({ sources: [], sizes: '50vw' })).toBe('')
})
