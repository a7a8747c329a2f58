import type { PostLine } from '@touchline/contract/post-line.ts'

const nameOf = { image: 'A picture', video: 'A video', audio: 'A recording', text: 'A text' } as const

export const lineName = ({ title, excerpt, mediaType }: PostLine) => title || excerpt || nameOf[mediaType]
