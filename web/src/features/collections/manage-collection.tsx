import { Link } from '#router/link.tsx'
import { useNavigate } from '#router/router-provider.tsx'
import type { FullCollection } from '@touchline/contract/collections.ts'
import { ArrowDown, ArrowUp, GripVertical, X } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { errorMessage } from '#api/api-error.ts'
import { paths } from '#paths.ts'
import { lineName } from '#people/line-name.ts'
import { LinePicture } from '#people/post-line.tsx'
import { useExpiredSession } from '#session/expired-session.ts'
import { AlertDialog } from '#ui/alert-dialog.tsx'
import { Button } from '#ui/button.tsx'
import { toast } from '#ui/toast-store.ts'
import { usePartDrag } from '#ui/use-part-drag.ts'
import { CollectionDialog } from './collection-dialog.tsx'
import { useArrange, useRemoveCollection } from './requests.ts'

/** The posts of a collection as its creator sees them, who puts them in order here. */
export function ManageCollection({ collection }: { collection: FullCollection }) {
  const { id, posts, version = 0, ordering } = collection
  const [isEditing, setEditing] = useState(false)
  const [isAsking, setAsking] = useState(false)
  const [moved, setMoved] = useState<{ id: string; direction: 'up' | 'down'; text: string } | null>(null)
  const arrange = useArrange(id)
  const remove = useRemoveCollection(id)
  const navigate = useNavigate()
  const isExpired = useExpiredSession()
  const list = useRef<HTMLOListElement>(null)
  const isOwnOrder = ordering === 'own'
  const fail = (title: string) => (error: unknown) => {
    if (isExpired(error)) return
    toast({ title, description: errorMessage(error, 'Please try again.'), kind: 'destructive' })
  }
  /** The order chosen last, shown until the collection has come back with at least this version. */
  const [wanted, setWanted] = useState<{ postIds: string[]; until: number } | null>(null)
  const unsaved = useRef<string[] | null>(null)
  const isSaving = useRef(false)
  /** Shows an order at once. One that is chosen while another is being saved is saved after it. */
  const set = async (postIds: string[]) => {
    unsaved.current = postIds
    setWanted({ postIds, until: Infinity })
    if (isSaving.current) return
    isSaving.current = true
    let at = version
    try {
      while (unsaved.current) {
        postIds = unsaved.current
        unsaved.current = null
        const saved = await arrange.mutateAsync({ version: at, postIds })
        at = saved.version ?? at
      }
      setWanted({ postIds, until: at })
    } catch (error) {
      unsaved.current = null
      setWanted(null)
      fail('The collection was not changed')(error)
    }
    isSaving.current = false
  }
  const pending = wanted && version < wanted.until ? wanted.postIds : null
  const shown = pending ? inOrder(posts, pending) : posts
  const ids = shown.map((post) => post.id)
  const move = (from: number, to: number) => {
    const post = shown[from]
    if (!post || to < 0 || to >= shown.length) return
    void set(ids.toSpliced(from, 1).toSpliced(to, 0, post.id))
    setMoved({
      id: post.id,
      direction: to < from ? 'up' : 'down',
      text: `${lineName(post)} is now ${to + 1} of ${shown.length}.`,
    })
  }
  const { drag, handleOf } = usePartDrag(list, move)
  const order = ids.join()
  useEffect(() => {
    // The focus stays with the post, although its place in the page changes.
    if (!moved || !order.includes(moved.id)) return
    const row = list.current?.querySelector(`[data-post="${moved.id}"]`)
    const buttons = row?.querySelectorAll<HTMLButtonElement>('button[data-move]:enabled') ?? []
    const same = [...buttons].find(({ dataset }) => dataset['move'] === moved.direction)
    ;(same ?? buttons[0])?.focus()
  }, [moved, order])
  const removeNow = async () => {
    try {
      await remove.mutateAsync(undefined)
      await navigate({ to: paths.collections })
    } catch (error) {
      fail('The collection was not deleted')(error)
    }
  }
  return (
    <>
      <div className="flex flex-wrap gap-3">
        <Button
          kind="outline"
          aria-haspopup="dialog"
          disabled={pending !== null}
          onClick={() => setEditing(true)}
        >
          Edit
        </Button>
        <Button kind="outline" aria-haspopup="dialog" onClick={() => setAsking(true)}>
          Delete
        </Button>
      </div>
      {posts.length === 0 ? (
        <p className="text-muted">
          Choose this collection in New Post or Edit Post, and the post appears here. Members see a collection
          once it has a post.
        </p>
      ) : null}
      <ol ref={list} aria-label="Posts in order" className="grid grid-cols-1 gap-2">
        {shown.map((post, index) => {
          const name = lineName(post)
          const isTarget = drag !== null && drag.to === index && drag.from !== index
          return (
            <li
              key={post.id}
              data-post={post.id}
              className="surface flex flex-wrap items-center gap-2 p-2"
              style={{
                ...(drag?.from === index ? { opacity: 0.5 } : {}),
                ...(isTarget ? { boxShadow: `0 ${drag.to < drag.from ? -3 : 3}px 0 currentcolor` } : {}),
              }}
            >
              {isOwnOrder ? (
                <span
                  aria-hidden
                  className="grid size-11 shrink-0 cursor-grab place-items-center text-muted"
                  style={{ touchAction: 'none' }}
                  {...handleOf(index)}
                >
                  <GripVertical size={20} />
                </span>
              ) : null}
              <LinePicture post={post} />
              <Link
                to={paths.post}
                params={{ postId: post.id }}
                search={{ collection: id }}
                dir="auto"
                className="line-clamp-2 min-w-32 flex-1 font-semibold break-words"
              >
                {name}
              </Link>
              <span className="ml-auto flex">
                {isOwnOrder ? (
                  <>
                    <Button
                      kind="quiet"
                      size="icon"
                      aria-label={`Move up: ${name}`}
                      disabled={index === 0}
                      data-move="up"
                      onClick={() => move(index, index - 1)}
                    >
                      <ArrowUp size={20} aria-hidden />
                    </Button>
                    <Button
                      kind="quiet"
                      size="icon"
                      aria-label={`Move down: ${name}`}
                      disabled={index === shown.length - 1}
                      data-move="down"
                      onClick={() => move(index, index + 1)}
                    >
                      <ArrowDown size={20} aria-hidden />
                    </Button>
                  </>
                ) : null}
                <Button
                  kind="quiet"
                  size="icon"
                  aria-label={`Take out of the collection: ${name}`}
                  onClick={() => void set(ids.filter((other) => other !== post.id))}
                >
                  <X size={20} aria-hidden />
                </Button>
              </span>
            </li>
          )
        })}
      </ol>
      <output className="sr-only">{moved?.text}</output>
      {isEditing ? <CollectionDialog collection={collection} onClose={() => setEditing(false)} /> : null}
      <AlertDialog
        open={isAsking}
        onOpenChange={setAsking}
        title="Delete Collection"
        description="The collection is deleted for everyone. Its posts stay in the feed."
        confirmLabel="Delete"
        onConfirm={() => void removeNow()}
      />
    </>
  )
}

const inOrder = (posts: FullCollection['posts'], ids: string[]) =>
  ids.flatMap((id) => posts.find((post) => post.id === id) ?? [])
