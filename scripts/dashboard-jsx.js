// The functions behind JSX: h(…) takes children as arguments, which is 5 % shorter than an object with `children`.
export { h, Fragment } from 'preact'
