import type { Post } from '@touchline/contract/posts.ts'
import { useEffect, useRef, useState } from 'react'
import { postLabel } from '#people/names.ts'
import { Button } from '#ui/button.tsx'
import { MemberText } from '#ui/member-text.tsx'
import { FormattedText } from './formatted-text.tsx'
import { HighlightedText, useIsHighlighting } from './highlighted-text.tsx'

/** Whether the text of an element is cut off at its last visible line. */
function useIsCut(isClamped: boolean) {
  const box = useRef<HTMLDivElement>(null)
  const [isCut, setCut] = useState(false)
  useEffect(() => {
    const text = box.current?.firstElementChild
    if (!text || !isClamped) return undefined
    const observer = new ResizeObserver(() => setCut(text.scrollHeight > text.clientHeight + 1))
    observer.observe(text)
    return () => observer.disconnect()
  }, [isClamped])
  return { box, isCut: isClamped && isCut }
}

type Props = { post: Pick<Post, 'title' | 'content' | 'blocks' | 'pictures' | 'creator'>; isWhole: boolean }

/** The text of a post. Long ones are cut in the feed until they are opened, except among search results. */
export function PostText({ post, isWhole }: Props) {
  const [isOpen, setOpen] = useState(false)
  const isClamped = !useIsHighlighting() && !isWhole && !isOpen
  const { box, isCut } = useIsCut(isClamped)
  return (
    // A link below the cut opens the text when it gets the focus.
    <div ref={box} onFocus={({ target }) => target.matches('a') && isCut && setOpen(true)}>
      {post.blocks ? (
        <div className={`measure grid gap-3 ${isClamped ? 'max-h-72 overflow-hidden' : ''}`}>
          <FormattedText blocks={post.blocks} pictures={post.pictures} />
        </div>
      ) : (
        <MemberText
          text={post.content}
          words={HighlightedText}
          className={isClamped ? 'measure line-clamp-12' : 'measure'}
        />
      )}
      {isCut ? (
        <Button
          kind="link"
          className="min-h-11!"
          aria-label={`Read more: ${postLabel(post)}`}
          onClick={() => setOpen(true)}
        >
          Read more
        </Button>
      ) : null}
    </div>
  )
}
