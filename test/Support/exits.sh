# exits.sh CODE COMMAND...: succeeds when the command ends with exactly CODE.
# lit's own shell knows no $?; `not` accepts any failure.
want=$1
shift
"$@"
got=$?
[ "$got" = "$want" ] && exit 0
echo "exit code $got, expected $want" >&2
exit 1
