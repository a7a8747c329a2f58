/** The address that opens a draft to support in the person's own mail program. */
export function supportDraft(supportEmail: string, from: string, message: string): string {
  const body = `Please delete my account (${from}).\n\n${message}`
  return `mailto:${supportEmail}?subject=${encodeURIComponent('Account Deletion Request')}&body=${encodeURIComponent(body)}`
}
