#!/bin/sh
# For `--expect-output`: the client printed every alias that exists. A shell starts faster than Node.
line='
'
printed="$line$(cut -d ' ' -f 1)$line"
problem=0
for address in $(grep -o '"address": "[^"]*"' "$ALIAS_SANDBOX_ALIASES" | cut -d '"' -f 4); do
  case $printed in
    *"$line$address$line"*) ;;
    *) echo "$address was not printed"; problem=1 ;;
  esac
done
exit $problem
