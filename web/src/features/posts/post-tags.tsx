import { Tag } from 'lucide-react'
import { Link } from '#router/link.tsx'
import { paths } from '#paths.ts'

/** The tags of a post, each a link to all posts with it. */
export const PostTags = ({ tags }: { tags: string[] }) => (
  <ul aria-label="Tags" className="flex flex-wrap gap-2">
    {tags.map((tag) => (
      <li key={tag}>
        <Link
          to={paths.content}
          search={{ tag }}
          className="surface inline-flex min-h-11 items-center gap-2 px-3 text-sm break-all hover:bg-bench"
        >
          <Tag size={14} aria-hidden />
          <bdi>{tag}</bdi>
        </Link>
      </li>
    ))}
  </ul>
)
