import { toast } from './toast-store.ts'

/** Copies a link, or shows it when the browser denies clipboard access. */
export async function copyLink(address: string, description: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(address)
    toast({ title: 'Link copied', description, kind: 'success' })
  } catch {
    toast({ title: 'Copy this link', description: <span className="break-all select-all">{address}</span> })
  }
}
