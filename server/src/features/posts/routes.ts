import { api } from '@touchline/contract/api.ts'
import { maxUploadBytes, postsPerPage, publish } from '@touchline/contract/posts.ts'
import { checked } from '#http/input.ts'
import { limits } from '#limits/limits.ts'
import { linkToNext } from '#http/link-to-next.ts'
import { postBodyBytes, type Route } from '#http/routes.ts'
import type { Viewer } from '#http/viewer.ts'
import { openUpload } from './uploads/open-upload.ts'
import { receiveUpload } from '#media/receive-upload.ts'
import type { Services } from '#services.ts'
import { countViews } from './count-views.ts'
import { editPost } from './edit-post.ts'
import { feedPage, isPaged } from './feed/feed.ts'
import { likePost, unlikePost } from './like-post.ts'
import { previewPost } from './preview-post.ts'
import { publishOnce } from './publish-once.ts'
import { publishPost } from './publish-post.ts'
import { prepareAgain } from './prepare-again.ts'
import { publishUpload } from './publish-upload.ts'
import { removePost } from './remove-post.ts'
import { showPost } from './show-post.ts'
import { toPost } from './to-post.ts'

export function postRoutes(route: Route, services: Services): void {
  const { db, media } = services
  const postFor = (viewer: Viewer, id: string) => showPost(services, viewer, id)

  route(api.posts.list, async ({ query, viewer, reply }) => {
    const isArray = !isPaged(query)
    const page = await feedPage(db, viewer, isArray ? { limit: postsPerPage } : query)
    const shown = page.posts.map((found) => toPost(found, viewer))
    if (!isArray) return { ...page, posts: shown }
    if (page.hasMore) linkToNext(reply, api.posts.list.path, shown)
    return shown
  })

  route(api.posts.publish, async ({ request, reply, viewer }) => {
    const admit = (bytes: number) => openUpload(services, { personId: viewer.id, bytes })
    const rules = { field: 'media', maxBytes: maxUploadBytes, admit }
    const upload = await receiveUpload({ request, reply }, media, rules)
    try {
      const { uploadId, postId, ...form } = checked(publish.body!, upload.fields)
      const post = { ...form, creatorId: viewer.id, file: upload.file }
      const published = uploadId
        ? publishUpload(services, { ...post, uploadId })
        : postId
          ? publishOnce(services, { ...post, id: postId })
          : publishPost(services, post)
      return await postFor(viewer, await published)
    } finally {
      if (upload.file) await media.discard(upload.file.path)
    }
  })

  route(api.posts.show, ({ params, viewer }) => postFor(viewer, params.id))

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

  route(api.posts.preview, ({ params, query, viewer }) =>
    previewPost(services, { viewer, postId: params.id, as: query.as }),
  )

  route(api.posts.countViews, ({ body, viewer }) => countViews(services, { viewer, postIds: body.postIds }), {
    limit: limits.postViews,
  })

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
