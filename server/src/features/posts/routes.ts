import { api } from '@touchline/contract/api.ts'
import { hasFilters } from '@touchline/contract/filters.ts'
import { maxUploadBytes, type postPage, postsPerPage, publish } from '@touchline/contract/posts.ts'
import { checked } from '#http/input.ts'
import { JsonText } from '#http/json-text.ts'
import { limits } from '#limits/limits.ts'
import { linkToNext } from '#http/link-to-next.ts'
import { postBodyBytes, type Route } from '#http/routes.ts'
import type { Viewer } from '#http/viewer.ts'
import type * as z from 'zod/mini'
import { openUpload } from './uploads/open-upload.ts'
import { receiveUpload } from '#media/receive-upload.ts'
import type { Services } from '#services.ts'
import { countViews } from './count-views.ts'
import { editPost } from './edit-post.ts'
import { feedPage, isPaged } from './feed/feed.ts'
import { sharedFirstPage } from './feed/shared-first-page.ts'
import { addBookmark, listBookmarks, removeBookmark } from './bookmarks/bookmark-post.ts'
import { archiveOf } from './filters/archive.ts'
import { filterCounts, filteredPage } from './filters/filter-posts.ts'
import { likePost, unlikePost } from './like-post.ts'
import { pinPost } from './pin-post.ts'
import { previewPost } from './preview-post.ts'
import { publishOnce } from './publish-once.ts'
import { publishPost } from './publish-post.ts'
import { prepareAgain } from './prepare-again.ts'
import { publishUploads } from './publish-upload.ts'
import { removePost } from './remove-post.ts'
import { listRevisions } from './revisions/list-revisions.ts'
import { deleteRemovedFiles } from './revisions/removed-files.ts'
import { restoreRevision } from './revisions/restore-revision.ts'
import { showPost, showPostText } from './show-post.ts'
import { postListText } from './post-text.ts'

export function postRoutes(route: Route, services: Services): void {
  const { db, media } = services
  const archive = archiveOf(services)
  const postFor = (viewer: Viewer, id: string) => showPost(services, viewer, id)

  route(api.posts.list, async ({ query, viewer, reply }) => {
    const isArray = !isPaged(query)
    const shared = isArray || hasFilters(query) ? null : await sharedFirstPage(db, viewer, query)
    if (shared) return shared
    const page = hasFilters(query)
      ? await filteredPage({ db, archive }, viewer, query)
      : await feedPage(db, viewer, isArray ? { limit: postsPerPage } : query)
    const { posts, ...facts } = page
    const shown = postListText(posts, viewer)
    if (!isArray)
      return new JsonText<z.output<typeof postPage>>(
        `{"posts":${shown.text},${JSON.stringify(facts).slice(1)}`,
      )
    if (page.hasMore)
      linkToNext(
        reply,
        api.posts.list.path,
        posts.map(({ post }) => post),
      )
    return shown
  })

  route(api.posts.filterCounts, ({ query, viewer }) => filterCounts({ db, archive }, viewer, query))

  route(api.posts.publish, async ({ request, reply, viewer }) => {
    const admit = (bytes: number) => openUpload(services, { personId: viewer.id, bytes })
    const rules = { field: 'media', maxBytes: maxUploadBytes, admit }
    const upload = await receiveUpload({ request, reply }, media, rules)
    try {
      const { uploadId, uploadIds, postId, ...form } = checked(publish.body!, upload.fields)
      const sent = uploadIds?.split(',') ?? (uploadId ? [uploadId] : null)
      const post = { ...form, creatorId: viewer.id, file: upload.file }
      const published = sent
        ? publishUploads(services, { ...post, uploadIds: [...new Set(sent)] })
        : postId
          ? publishOnce(services, { ...post, id: postId })
          : publishPost(services, post)
      return await postFor(viewer, await published)
    } finally {
      if (upload.file) await media.discard(upload.file.path)
    }
  })

  route(api.posts.show, ({ params, viewer }) => showPostText(services, viewer, params.id))

  route(
    api.posts.edit,
    async ({ params, body, viewer }) => {
      await editPost(services, { viewer, postId: params.id, ...body })
      return postFor(viewer, params.id)
    },
    { maxBodyBytes: postBodyBytes },
  )

  route(api.posts.remove, async ({ params, viewer }) => {
    await removePost(services, { viewer, postId: params.id })
  })

  route(api.posts.prepareAgain, async ({ params, viewer }) => {
    await prepareAgain(services, { viewer, postId: params.id })
    return postFor(viewer, params.id)
  })

  route(api.revisions.list, ({ params, viewer }) => listRevisions(db, { viewer, postId: params.id }))

  route(api.revisions.restore, async ({ params: { id, version }, body, viewer }) => {
    await restoreRevision(services, { viewer, postId: id, version, current: body.current })
    return postFor(viewer, id)
  })

  route(api.revisions.removeFiles, ({ params, viewer }) =>
    deleteRemovedFiles(services, { viewer, postId: params.id }),
  )

  route(api.posts.preview, ({ params, query, viewer }) =>
    previewPost(services, { viewer, postId: params.id, as: query.as }),
  )

  route(api.posts.countViews, ({ body, viewer }) => countViews(services, { viewer, postIds: body.postIds }), {
    limit: limits.postViews,
  })

  route(
    api.library.bookmark,
    ({ params, viewer }) => addBookmark(services, { postId: params.id, personId: viewer.id }),
    { limit: limits.like },
  )
  route(
    api.library.unbookmark,
    ({ params, viewer }) => removeBookmark(services, { postId: params.id, personId: viewer.id }),
    { limit: limits.like },
  )
  route(api.library.listBookmarks, ({ viewer }) => listBookmarks(db, viewer.id))

  const pin =
    (isPinned: boolean) =>
    async ({ params, viewer }: { params: { id: string }; viewer: Viewer }) => {
      await pinPost(services, { viewer, postId: params.id, isPinned })
      return postFor(viewer, params.id)
    }
  route(api.posts.pin, pin(true))
  route(api.posts.unpin, pin(false))

  route(
    api.posts.like,
    ({ params, viewer }) => likePost(services, { postId: params.id, personId: viewer.id }),
    { limit: limits.like },
  )

  route(
    api.posts.unlike,
    ({ params, viewer }) => unlikePost(services, { postId: params.id, personId: viewer.id }),
    { limit: limits.like },
  )
}
