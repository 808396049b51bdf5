import sortedBtree from 'sorted-btree'

/** A map kept in the order of its keys: a B+ tree, every step O(log n). */
export class SortedMap<Key, Value> extends sortedBtree.default<Key, Value> {}
