// Bug: it ends when one of two creations finds the day full, without waiting for the other one, which got the last place.
import { makeTogether } from '../base/make-together.js'

await makeTogether((made) => Promise.all(made))
