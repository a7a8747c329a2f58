/** This machine, by the names an address can have for it. */
export const loopbackNames = new Set(['127.0.0.1', 'localhost', '[::1]'])
