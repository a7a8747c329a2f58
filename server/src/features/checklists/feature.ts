import { api } from '@touchline/contract/api.ts'
import { eq } from 'drizzle-orm'
import { by } from '#db/erasure-rule.ts'
import type { Feature } from '#features/feature.ts'
import type { Route } from '#http/routes.ts'
import type { Viewer } from '#http/viewer.ts'
import type { Services } from '#services.ts'
import { addMark, dismissSiteChecklist } from './marks.ts'
import { readPersonChecklist } from './person-checklist.ts'
import { checklistMarks } from './schema.ts'
import { readSiteChecklist } from './site-checklist.ts'

function routes(route: Route, services: Services): void {
  route(api.checklists.site, ({ viewer }) => readSiteChecklist(services, viewer))

  route(api.checklists.dismissSite, ({ body }) => dismissSiteChecklist(services, body.isDismissed))

  route(api.checklists.own, ({ viewer }) => readPersonChecklist(services, viewer))

  route(api.checklists.mark, ({ viewer, body }) => addMark(services, viewer.id, body.mark))
}

async function exportMarks({ db }: Pick<Services, 'db'>, viewer: Viewer) {
  const { mark, at } = checklistMarks
  return {
    checklist: await db
      .select({ mark, at })
      .from(checklistMarks)
      .where(eq(checklistMarks.personId, viewer.id)),
  }
}

export const checklists: Feature = {
  routes,
  erase: [
    {
      table: 'checklist_marks',
      fate: 'deleted',
      holds: 'which first steps they marked as done',
      whose: by('person_id'),
    },
  ],
  export: { profile: exportMarks },
}
