import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

/** What can be exported by whom: everybody their own part, creators and admins the rest of it as well. */
export const ownDataTypes = ['profile', 'comments', 'likes', 'tips'] as const
export const staffDataTypes = ['posts', 'media', 'analytics', 'subscribers'] as const

export const allDataTypes = [...ownDataTypes, ...staffDataTypes] as const
export type DataType = (typeof allDataTypes)[number]

export const noDataTypeSelected = 'Please select at least one data type to export.'

const choice = z.optional(z.boolean())

/** What is to be in it, by its name; other names mean nothing. */
const dataTypes = z
  .object(
    {
      profile: choice,
      comments: choice,
      likes: choice,
      tips: choice,
      posts: choice,
      media: choice,
      analytics: choice,
      subscribers: choice,
    },
    { error: noDataTypeSelected },
  )
  .check(z.refine((chosen) => Object.values(chosen).some(Boolean), noDataTypeSelected))

/** How many bytes an export will have at least, as far as that is known before; a header of the answer. */
export const estimatedBytesHeader = 'x-estimated-bytes'

export const start = endpoint({
  method: 'POST',
  path: '/api/export-data',
  access: 'signedIn',
  confirmed: true,
  summary: 'What is kept of the person, as a zip of JSON and media; creators and admins export more of it.',
  body: z.object({ dataTypes }),
})
