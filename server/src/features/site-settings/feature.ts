import { api } from '@touchline/contract/api.ts'
import { maxFileLength } from '@touchline/contract/site-settings.ts'
import { ofTheSite, untouched } from '#db/erasure-rule.ts'
import { invalid } from '#errors.ts'
import type { Feature } from '#features/feature.ts'
import type { Route } from '#http/routes.ts'
import { limits } from '#limits/limits.ts'
import type { Services } from '#services.ts'
import { type FileProblem, problemSentence, readSettingsFile } from '#site/read-settings-file.ts'
import { publishDraft, restoreVersion } from './publish.ts'
import { readDesk } from './read-desk.ts'
import { deleteDraft, saveDraft } from './save-draft.ts'
import { tryOut } from './try-out.ts'

const maxProblems = 20

/** One fault a line; a file of another kind would have hundreds. */
const problemsText = (problems: FileProblem[]) =>
  [
    ...problems.slice(0, maxProblems).map(problemSentence),
    ...(problems.length > maxProblems ? [`And ${problems.length - maxProblems} more.`] : []),
  ].join('\n')

function routes(route: Route, services: Services): void {
  const { db } = services

  route(api.siteSettings.show, () => readDesk(services))

  route(
    api.siteSettings.save,
    async ({ viewer, body }) => {
      await saveDraft(services, viewer, body)
      return readDesk(services)
    },
    { limit: limits.siteSettings, maxBodyBytes: maxFileLength },
  )

  route(api.siteSettings.discard, async () => {
    await db.transaction(deleteDraft)
    return readDesk(services)
  })

  route(
    api.siteSettings.publish,
    async ({ viewer, body }) => {
      await publishDraft(services, viewer, body.revision)
      return readDesk(services)
    },
    { limit: limits.siteSettings },
  )

  route(
    api.siteSettings.restore,
    async ({ viewer, params, body }) => {
      await restoreVersion(services, viewer, { number: params.number, ...body })
      return readDesk(services)
    },
    { limit: limits.siteSettings },
  )

  route(api.siteSettings.exportFile, async ({ reply }) => {
    const { draft, published } = await readDesk(services)
    const { settings } = draft ?? published
    return reply
      .type('application/json; charset=utf-8')
      .header('content-disposition', 'attachment; filename="site.json"')
      .send(`${JSON.stringify(settings, null, 2)}\n`)
  })

  route(
    api.siteSettings.importFile,
    async ({ viewer, body: { revision, text } }) => {
      const { settings, problems } = readSettingsFile(text)
      if (problems) throw invalid(problemsText(problems), { text: problemsText(problems) })
      await saveDraft(services, viewer, { revision, settings })
      return readDesk(services)
    },
    { limit: limits.siteSettings, maxBodyBytes: 2 * maxFileLength },
  )

  route(api.siteSettings.tryNow, ({ viewer, body }) => tryOut(services, viewer, body.what), {
    limit: limits.tryOut,
  })
}

export const siteSettings: Feature = {
  routes,
  erase: untouched(`${ofTheSite}: its settings, and which admin published them`, 'site_versions'),
}
