import type { Role } from '@touchline/contract/people.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import type { FeedFilters } from './feed-search.ts'
import { useLiveBookmarks } from './library/bookmark-requests.ts'
import { UploadButton } from './upload-button.tsx'

type Words = [title: string, text: string]

const forStaff: Words = [
  'No posts to look after',
  'Nothing is published yet. New posts appear here as soon as there are any.',
]
const texts: Record<Role, Words> = {
  creator: [
    'The pitch is yours',
    'Nothing is published yet. Upload your first post and your members see it here.',
  ],
  moderator: forStaff,
  admin: forStaff,
  subscriber: [
    'Play on: nothing here yet',
    'New posts appear here the moment they are published. Check back soon.',
  ],
}

type Props = { viewerRole: Role; query: FeedFilters; onClear: () => void }

export function EmptyFeed({ viewerRole, query, onClear }: Props) {
  // There is no bookmark button here that would follow them.
  useLiveBookmarks()
  const { search, ...filters } = query
  if (Object.keys(filters).length > 0)
    return (
      <EmptyState title="No posts found" action={<Button onClick={onClear}>Clear Filters</Button>}>
        Nothing matches these filters{search ? ' and this search' : ''}. A collection or a tag may have been
        removed.
      </EmptyState>
    )
  if (search)
    return (
      <EmptyState title="No posts found" action={<Button onClick={onClear}>Clear Search</Button>}>
        Nothing matches “{search}”.
      </EmptyState>
    )
  const [title, text] = texts[viewerRole]
  return (
    <EmptyState title={title} action={viewerRole === 'creator' ? <UploadButton /> : undefined}>
      {text}
    </EmptyState>
  )
}
