import type { Role } from '@touchline/contract/people.ts'
import { Button } from '#ui/button.tsx'
import { EmptyState } from '#ui/empty-state.tsx'
import { UploadButton } from './upload-button.tsx'

const texts: Record<Role, [title: string, text: string]> = {
  creator: [
    'The pitch is yours',
    'Nothing is published yet. Upload your first post and your members see it here.',
  ],
  admin: [
    'No posts to look after',
    'Nothing is published yet. New posts appear here as soon as there are any.',
  ],
  subscriber: [
    'Play on: nothing here yet',
    'New posts appear here the moment they are published. Check back soon.',
  ],
}

type Props = { viewerRole: Role; search: string; onClear: () => void }

export function EmptyFeed({ viewerRole, search, onClear }: Props) {
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
