/** The names of this machine in a URL. */
export const loopbackNames = new Set(['127.0.0.1', 'localhost', '[::1]'])
