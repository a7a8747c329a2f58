import type { DraftLine } from '@touchline/contract/drafts.ts'
import { localTime } from '#ui/dates.ts'

export const draftName = ({ title, beginning }: { title: string; beginning: string }) =>
  title.trim() || beginning.trim().split('\n', 1)[0] || 'Untitled draft'

const kinds = { text: 'Text', image: 'Picture', video: 'Video', audio: 'Recording' } as const

/** Type and status: `Video · File is being prepared`. */
export function draftFacts({ mediaType, status }: Pick<DraftLine, 'mediaType' | 'status'>): string {
  const file =
    status === 'processing'
      ? 'file is being prepared'
      : status === 'failed'
        ? 'file could not be prepared'
        : null
  return [kinds[mediaType], file].filter(Boolean).join(' · ')
}

export const publishText = (publishAt: string) => `Goes out on ${localTime(publishAt)}`

export const clockTime = (at: number) =>
  new Intl.DateTimeFormat('en-US', { timeStyle: 'short' }).format(at).replace('\u202F', ' ')
