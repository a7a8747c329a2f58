import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'

/** The exportable data types: everyone their own, creators and admins more. */
export const ownDataTypes = ['profile', 'comments', 'likes', 'tips'] as const
export const staffDataTypes = ['posts', 'media', 'analytics', 'subscribers'] as const

export const allDataTypes = [...ownDataTypes, ...staffDataTypes] as const
export type DataType = (typeof allDataTypes)[number]

export const noDataTypeSelected = 'Please select at least one data type to export.'

const choice = z.optional(z.boolean())

/** The selected types by name; unknown names are ignored. */
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

/** A response header with the estimated minimum size of an export, in bytes. */
export const estimatedBytesHeader = 'x-estimated-bytes'

export const start = endpoint({
  method: 'POST',
  path: '/api/export-data',
  access: 'signedIn',
  confirmed: true,
  summary: 'Exports a person’s data as a zip of JSON and media. Creators and admins can export more.',
  body: z.object({ dataTypes }),
})
