/* The operator's words beside the signup form: what one gets. Phones show the first three above the form. */

export const benefitWords = {
  title: 'What you get',
  lines: [
    'Premium photos, videos and text posts',
    'Comments, answered first',
    'Direct creator interaction',
    'HD streaming and offline downloads',
    'Early access and beta features',
    'Ad-free, no spam DMs',
  ],
}
