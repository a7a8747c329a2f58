import { expect, it } from 'vitest'
import { ApiError } from '#api/api-error.ts'
import { failureReason } from './payment-toasts.ts'

it.each([
  [new TypeError('Failed to fetch'), 'Please check your internet connection and try again.'],
  [
    new ApiError(500, '{"message":"Internal"}', ''),
    'Something went wrong on our side. Please try again in a moment.',
  ],
  [new ApiError(502, '', 'Bad Gateway'), 'Something went wrong on our side. Please try again in a moment.'],
  [new ApiError(503, '{"message":"The payment service is away."}', ''), 'The payment service is away.'],
])('blames the connection only when the server could not be reached: %s [SUB-4]', (error, sentence) => {
  expect(failureReason(error)).toBe(sentence)
})
