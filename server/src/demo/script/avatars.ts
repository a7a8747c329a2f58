/** The pictures of a third of the members, by last name, in content/demo. */
export const avatars = new Map([
  ['Lindqvist', 'avatar-01.webp'],
  ['Stanhope', 'avatar-02.webp'],
  ['Fennimore', 'avatar-03.webp'],
  ['Tanabe', 'avatar-04.webp'],
  ['Silverton', 'avatar-05.webp'],
  ['Novakova', 'avatar-06.webp'],
  ['Brannigan', 'avatar-07.webp'],
  ['Thornbury', 'avatar-08.webp'],
  ['Venkataraj', 'avatar-09.webp'],
  ['Orchardson', 'avatar-10.webp'],
  ['Marchetti', 'avatar-11.webp'],
  ['Kjeldgaard', 'avatar-12.webp'],
  ['Ashdown', 'avatar-13.webp'],
  ['Pike', 'avatar-14.webp'],
  ['Castellan', 'avatar-15.webp'],
  ['Vasquez', 'avatar-16.webp'],
])
