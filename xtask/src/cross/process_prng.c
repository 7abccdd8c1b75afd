/* bcryptprimitives.dll for a Wine that has none: Rust's standard library takes its randomness from
 * ProcessPrng. Windows and Wine have the same under an older name, RtlGenRandom, which advapi32
 * exports as SystemFunction036. */

#include <windows.h>

BOOLEAN NTAPI SystemFunction036(PVOID buffer, ULONG length);

__declspec(dllexport) BOOL WINAPI ProcessPrng(PBYTE buffer, SIZE_T length)
{
    while (length > 0) {
        ULONG part = length > MAXLONG ? MAXLONG : (ULONG)length;
        if (!SystemFunction036(buffer, part))
            return FALSE;
        buffer += part;
        length -= part;
    }
    return TRUE;
}
