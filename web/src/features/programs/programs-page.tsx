import { useQuery } from '@tanstack/react-query'
import { usePageTitle } from '#site/page-title.ts'
import { Page } from '#ui/page.tsx'
import { Skeleton } from '#ui/skeleton.tsx'
import { ApiKeysSection } from './api-keys-section.tsx'
import { apiKeyList, webhookList } from './requests.ts'
import { WebhooksSection } from './webhooks-section.tsx'

export function ProgramsPage() {
  usePageTitle('Programs')
  const { data: keys } = useQuery(apiKeyList)
  const { data: webhooks } = useQuery(webhookList)
  return (
    <Page
      title="Programs"
      lead={
        <>
          What other programs may read and do here, and where this site sends its events. The{' '}
          <a href="/api/openapi.json" className="underline">
            OpenAPI document
          </a>{' '}
          describes every address.
        </>
      }
      className="grid content-start gap-6"
    >
      {keys && webhooks ? (
        <>
          <ApiKeysSection keys={keys.keys} />
          <WebhooksSection webhooks={webhooks.webhooks} />
        </>
      ) : (
        <Skeleton className="h-96" />
      )}
    </Page>
  )
}
