import type { DraftLine } from '@touchline/contract/drafts.ts'
import { localTime } from '#ui/dates.ts'

/** What a draft is called: its title, the beginning of its text, or that it has neither. */
export const draftName = ({ title, beginning }: { title: string; beginning: string }) =>
  title.trim() || beginning.trim().split('\n', 1)[0] || 'Untitled draft'

const kinds = { text: 'Text', image: 'Picture', video: 'Video', audio: 'Recording' } as const

/** What a draft is and how it stands: `Video · File is being prepared`. */
export function draftFacts({ mediaType, status }: Pick<DraftLine, 'mediaType' | 'status'>): string {
  const file =
    status === 'processing'
      ? 'file is being prepared'
      : status === 'failed'
        ? 'file could not be prepared'
        : null
  return [kinds[mediaType], file].filter(Boolean).join(' · ')
}

/** When it goes out by itself. */
export const publishText = (publishAt: string) => `Goes out on ${localTime(publishAt)}`

/** The time a draft was saved at, as a clock shows it here. */
export const clockTime = (at: number) =>
  new Intl.DateTimeFormat('en-US', { timeStyle: 'short' }).format(at).replace('\u202F', ' ')

/** The zone this device counts its hours in: `Europe/Berlin`. */
export const zoneHere = () => Intl.DateTimeFormat().resolvedOptions().timeZone
