/** In a file of its own in the package, which is loaded when a text is first drawn. */
export { Faker } from '@faker-js/faker'
