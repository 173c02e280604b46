/*===- deny-tiles.c - Run a program that may not ask for AMX tiles -------===//
//
// Part of the MLC project, under the Apache License v2.0 with LLVM Exceptions.
// See LICENSE for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===*/
/* deny-tiles PROGRAM ARGUMENTS: as in a container whose seccomp profile does
   not know arch_prctl(ARCH_REQ_XCOMP_PERM): the call fails with EPERM, and on a
   processor with AMX the first tile instruction would raise SIGILL. */

#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { REQUEST_STATE = 0x1023, TILE_DATA = 18 };

int main(int argc, char **argv) {
  struct sock_filter code[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_arch_prctl, 0, 3),
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS,
               offsetof(struct seccomp_data, args[0])),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, REQUEST_STATE, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)};
  struct sock_fprog program = {sizeof(code) / sizeof(*code), code};
  if (argc < 2)
    return 64;
  if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) ||
      prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program)) {
    perror("seccomp");
    return 65;
  }
  errno = 0;
  if (syscall(SYS_arch_prctl, REQUEST_STATE, TILE_DATA) != -1 ||
      errno != EPERM) {
    fprintf(stderr, "the filter does not answer\n");
    return 66;
  }
  execvp(argv[1], argv + 1);
  perror(argv[1]);
  return 67;
}
