import type { AuditEntry } from '@touchline/contract/audit.ts'
import type { ListedPerson } from '@touchline/contract/blocks.ts'
import type { Preview, PreviewFor } from '@touchline/contract/previews.ts'
import { type ComponentType, createContext, use } from 'react'
import type { LazyDialog } from '#ui/dialog-button.tsx'

/** Parts of one feature that pages of other features show. The root layout provides them. */
export type Slots = {
  AboutYou: ComponentType
  AuditEntries: ComponentType<{ entries: AuditEntry[]; isOfOne?: boolean }>
  BlockButton: ComponentType<{ person: ListedPerson }>
  /**
   * `onChange`: the number of comments may have changed. `isPage`: they do not scroll in a box. `isOff`: no new ones.
   */
  Comments: ComponentType<{ postId: string; onChange: () => void; isPage?: boolean; isOff: boolean }>
  /** Loads the comments, so that they also open offline. */
  preloadComments: () => Promise<unknown>
  MemberHistory: ComponentType
  PostPreview: ComponentType<{ read: (as: PreviewFor) => Promise<Preview> }>
  RecentTips: ComponentType
  SilenceButton: ComponentType<{ personId: string; name: string; silencedUntil: string | null }>
  contactSupport: LazyDialog<object>
  contactUs: LazyDialog<{ from?: { name: string; email: string } | null }>
  terms: LazyDialog<object>
  privacy: LazyDialog<object>
}

export const SlotContext = createContext<Slots | null>(null)

export function useSlots(): Slots {
  const slots = use(SlotContext)
  if (!slots) throw new Error('Slots are missing: render this within SlotContext')
  return slots
}
