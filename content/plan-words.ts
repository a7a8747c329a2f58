/* The operator's words about the one plan: on the landing page and beside the payment. */

export const planWords = {
  title: 'Platinum Membership',
  lead: 'One tier. Everything in it.',
  watch: {
    title: 'To watch and read',
    items: [
      'Premium photos, videos and text posts',
      'Behind-the-scenes content',
      'HD streaming',
      'Offline downloads',
      'Early access to new posts',
    ],
  },
  takePart: {
    title: 'To take part in',
    items: [
      'Comments on every post',
      'Direct creator interaction',
      'Priority replies to comments',
      'Beta features before everybody else',
      'Ad-free, and no spam DMs',
    ],
  },
  terms: 'Renews every month until you cancel. Cancel any time; access lasts to the end of the paid month.',
}
